import { Fragment } from 'react';
import type { RouteHit } from '@parley/contracts/events/smart-route.events';
import classes from './marked-text.module.css';

/** A text with what was found in it marked. */
export function MarkedText({ text, hits }: { text: string; hits: RouteHit[] }) {
  const sorted = [...hits].sort((a, b) => a.start - b.start);
  let end = 0;
  return (
    <p className={classes.text}>
      {sorted.map((hit) => {
        // What overlaps another is marked with it.
        const start = Math.max(hit.start, end);
        const before = text.slice(end, start);
        end = Math.max(end, hit.end);
        return (
          <Fragment key={`${hit.keyword}`}>
            {before}
            {start < end && <mark>{text.slice(start, end)}</mark>}
          </Fragment>
        );
      })}
      {text.slice(end)}
    </p>
  );
}
