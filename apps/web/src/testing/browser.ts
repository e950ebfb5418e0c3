import { TextDecoder, TextEncoder } from 'node:util';

/** What jsdom lacks of a browser, for tests of components: a layout, and who asks for it. */
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
// Every element is as high as a small window: then something is in view.
for (const size of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'])
  Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 600 });
Object.assign(HTMLElement.prototype, { scrollIntoView: () => undefined });
