import { PartFailed } from './problem';

const RETRY_MS = 1_000;
const MAX_TRIES = 5;
/** Time in ms after which code that is still on its way counts as missing (spec, section 8). */
const TIMEOUT_MS = 120_000;

/**
 * Loads code that is no part of the first bundle. A failure is retried four times, a second apart; a style sheet that
 * fails (`vite:preloadError`) rejects `load` as well, and is loaded again with it.
 * @throws PartFailed
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await withTimeout(load());
    } catch (error) {
      if (error instanceof PartFailed) throw error;
      if (tries < MAX_TRIES) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      else throw new PartFailed((await isReplaced()) ? 'part_replaced' : 'part_missing', { cause: error });
    }
  }
}

async function withTimeout<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PartFailed('part_late')), TIMEOUT_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

/** Whether the server answers, with the page of another build than the one that runs here. */
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
