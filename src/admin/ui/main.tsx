import '@fontsource/literata/latin-600.css';
import './app/trusted-html.ts';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AdminApp } from './app/AdminApp.tsx';
import { cspNonce } from './app/nonce.ts';

const styles = createCache({ key: 'css', nonce: cspNonce(), prepend: true });
const root = document.getElementById('root');

if (root)
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <AdminApp />
      </CacheProvider>
    </StrictMode>,
  );
