import { PartFailed } from './problem';

const RETRY_MS = 1_000;
const MAX_TRIES = 5;
/** Time limit in ms of one attempt (spec, section 8). */
const TIMEOUT_MS = 120_000;

/**
 * Link elements of style sheets that failed to load. Vite requests each sheet only once, so a repeated import would
 * leave it out.
 */
const failedStyles = new Set<HTMLLinkElement>();
let restoring: Promise<unknown> | null = null;

/** Begins to record style sheets that fail to load, so that `loadPart` can load them again. */
export function watchStyles(): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // Error events of style sheets do not bubble, so they are captured.
  document.addEventListener('error', onError, { capture: true });
}

/**
 * Loads code that is not in the first bundle, and style sheets that failed earlier. Retries a failure four times, a
 * second apart.
 * @throws PartFailed if all attempts fail
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const [part] = await withTimeout(Promise.all([load(), restoreStyles()]));
      return part;
    } catch (error) {
      if (error instanceof PartFailed) throw error;
      if (tries < MAX_TRIES) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      else throw new PartFailed((await isReplaced()) ? 'part_replaced' : 'part_missing', { cause: error });
    }
  }
}

function restoreStyles(): Promise<unknown> {
  restoring ??= Promise.all([...failedStyles].map(replaceLink)).finally(() => (restoring = null));
  return restoring;
}

/**
 * Requests a style sheet again by a new link element in the same place, which keeps the order of the rules.
 * @returns a promise that rejects if it fails again
 */
function replaceLink(link: HTMLLinkElement): Promise<void> {
  const fresh = link.cloneNode() as HTMLLinkElement;
  failedStyles.delete(link);
  return new Promise((resolve, reject) => {
    fresh.addEventListener('load', () => resolve());
    fresh.addEventListener('error', () => reject(new Error(`The style sheet ${fresh.href} is missing.`)));
    link.replaceWith(fresh);
  });
}

async function withTimeout<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PartFailed('part_late')), TIMEOUT_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

/** Whether the server now serves another build than the one that runs in this window. */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!entry) return false;
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    return response.ok && !(await response.text()).includes(entry);
  } catch {
    return false;
  }
}
