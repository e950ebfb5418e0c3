import classes from './mark-in-thread.module.css';

/** Name of the CSS highlight that `mark-in-thread.module.css` styles. */
const NAME = 'found';

interface Marking {
  entryId: string;
  words: string[];
}

let marking: Marking | null = null;
let observer: MutationObserver | null = null;
let frame = 0;

/**
 * Marks words in a message of the thread, as soon as the message is rendered, until `clearMarks` is called. The
 * browser paints the highlight over the existing text, so that the thread does not render again. In a browser without
 * the CSS Highlight API, nothing is marked.
 */
export function markInThread(entryId: string, words: string[]): void {
  if (!('highlights' in CSS)) return;
  marking = { entryId, words };
  document.documentElement.classList.add(classes.marked!);
  observer ??= new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(paint);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  paint();
}

/** Removes the highlights; called when the user opens something else. */
export function clearMarks(): void {
  marking = null;
  observer?.disconnect();
  if ('highlights' in CSS) CSS.highlights.delete(NAME);
}

function paint(): void {
  if (!marking) return;
  const entry = document.querySelector(`[data-entry="${CSS.escape(marking.entryId)}"]`);
  const ranges = entry ? rangesOf(entry, marking.words) : [];
  if (ranges.length === 0) CSS.highlights.delete(NAME);
  else CSS.highlights.set(NAME, new Highlight(...ranges));
}

function rangesOf(within: Element, words: string[]): Range[] {
  if (words.length === 0) return [];
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const any = new RegExp(
    String.raw`(?<![\p{L}\p{N}\p{M}])(?:${escaped.join('|')})(?![\p{L}\p{N}\p{M}])`,
    'gu',
  );
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const match of (node.nodeValue ?? '').matchAll(any)) {
      const range = new Range();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}
