export { sanitizeSignature } from './sanitize-signature';
