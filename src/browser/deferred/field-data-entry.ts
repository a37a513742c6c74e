/** The module of pages whose brand measures a share of all loads. */

import { sampleVitals } from './field-data-sample.ts';
import { pageFacts } from './page-facts.ts';

const facts = pageFacts();
if (facts) sampleVitals(facts);
