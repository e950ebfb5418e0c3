import { TextDecoder, TextEncoder } from 'node:util';

/** Adds to jsdom what component tests need and jsdom lacks: media queries, layout observers, text encoding. */
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
// Every element has the height and width of a small window, so that virtual lists render some rows.
for (const size of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'])
  Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 600 });
Object.assign(HTMLElement.prototype, { scrollIntoView: () => undefined });
