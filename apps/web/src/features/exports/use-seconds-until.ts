import { useEffect, useState } from 'react';

/** Whole seconds until a time (ISO 8601), counting down to 0; 0 for null. */
export function useSecondsUntil(moment: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000));
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return left;
}
