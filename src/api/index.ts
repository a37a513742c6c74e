export { type PushConfig, readPushKeys } from './push/index.ts';
export { type Api, type ApiConfig, createApi } from './server.ts';
export {
  auditLog,
  type BookChanges,
  type BrandTraces,
  brandTraces,
  copyStore,
  createWriter,
  type ForgottenBrand,
  forgetBrand,
  openStore,
  type Store,
  setWholeBrands,
  storedBook,
  storedBooks,
} from './store/index.ts';
