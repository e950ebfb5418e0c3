import type { RouteHit } from '@parley/contracts/events/smart-route.events';
import classes from './marked-text.module.css';

export function MarkedText({ text, hits }: { text: string; hits: RouteHit[] }) {
  return (
    <p className={classes.text}>
      {partsOf(text, hits).map(({ part, isHit, at }) => (isHit ? <mark key={at}>{part}</mark> : part))}
    </p>
  );
}

/** Splits the text at the marked ranges; overlapping ranges are joined. */
function partsOf(text: string, hits: RouteHit[]): { part: string; isHit: boolean; at: number }[] {
  const parts: { part: string; isHit: boolean; at: number }[] = [];
  let at = 0;
  const cut = (end: number, isHit: boolean) => {
    if (end <= at) return;
    parts.push({ part: text.slice(at, end), isHit, at });
    at = end;
  };
  for (const { start, end } of [...hits].sort((a, b) => a.start - b.start)) {
    cut(start, false);
    cut(end, true);
  }
  cut(text.length, false);
  return parts;
}
