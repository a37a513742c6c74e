import type { Answer, OpenApi } from './fixture.ts';

/** A signed-in browser, which stores its token and its session cookie. */
export interface Visitor {
  readonly id: number;
  readonly email: string;
  token: string;
  cookie: string;
  get(call: string, params?: Record<string, string | number>): Promise<Answer>;
  post(call: string, body?: unknown): Promise<Answer>;
  /** Renews the session as the site does. */
  renew(headers?: Record<string, string>): Promise<Answer>;
}

export const PASSWORD = 'correct horse';
let serial = 0;

/** The header in which our server forwards the visitor's IP address, to which rate limits apply. */
export const from = (address: string) => ({ 'x-forwarded-for': address });
const nextAddress = () => {
  serial += 1;
  return from(`10.${serial >> 16}.${(serial >> 8) & 255}.${serial & 255}`);
};

export const cookieIn = ({ headers }: Answer): string | undefined =>
  /^__Host-lectern_session=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1];

export async function signUp(api: OpenApi, headers: Record<string, string> = {}): Promise<Visitor> {
  serial += 1;
  const email = `reader${serial}@example.org`;
  const answer = await api.post('auth.register', { email, password: PASSWORD }, { ...nextAddress(), ...headers });
  return visitorOf(api, email, answer);
}

export async function signIn(api: OpenApi, email: string, password = PASSWORD, headers = {}): Promise<Visitor> {
  return visitorOf(api, email, await api.post('auth.login', { email, password }, { ...nextAddress(), ...headers }));
}

export function visitorOf(api: OpenApi, email: string, answer: Answer): Visitor {
  const { session } = answer.body.data;
  if (!session) throw new Error(`Not signed in: ${JSON.stringify(answer.body)}`);
  const visitor: Visitor = {
    email,
    id: session.user.id,
    token: session.token,
    cookie: cookieIn(answer) ?? '',
    get: (call, params = {}) => api.get(call, params, bearer(visitor)),
    post: (call, body) => api.post(call, body, { ...bearer(visitor), ...sends(visitor) }),
    async renew(headers = {}) {
      const renewed = await api.post('auth.refresh', {}, { ...SITE, ...sends(visitor), ...headers });
      visitor.token = renewed.body.data.session?.token ?? visitor.token;
      visitor.cookie = cookieIn(renewed) ?? visitor.cookie;
      return renewed;
    },
  };
  return visitor;
}

const SITE = { 'x-app-version': '1.0.0', 'sec-fetch-site': 'same-origin' };
const sends = ({ cookie }: Visitor) => ({ cookie: `other=1; __Host-lectern_session=${cookie}` });
const bearer = ({ token }: Visitor) => ({ authorization: `Bearer ${token}` });
