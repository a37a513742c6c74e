export { type PushConfig, readPushKeys } from './push/index.ts';
export { type Api, type ApiConfig, createApi } from './server.ts';
export { createWriter, openStore, type Store, setWholeBrands } from './store/index.ts';
