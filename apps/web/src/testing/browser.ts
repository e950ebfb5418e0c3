import { TextDecoder, TextEncoder } from 'node:util';

/** Adds to jsdom the browser features that component tests need: media queries, layout observers, text encoding. */
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
});
// Gives every element the size of a small window, so that virtual lists render some rows.
for (const size of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'])
  Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 600 });
Object.assign(HTMLElement.prototype, { scrollIntoView: () => undefined });
