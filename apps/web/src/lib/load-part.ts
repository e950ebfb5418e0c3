const RETRY_MS = 1_000;
const MOST_TRIES = 5;

/**
 * Loads a part of the page that is on the screen by itself. While the network is away it waits for it, so that the
 * rest of the page stands; a part that cannot be had is given up after some tries.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await load();
    } catch (error) {
      if (tries >= MOST_TRIES && navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
