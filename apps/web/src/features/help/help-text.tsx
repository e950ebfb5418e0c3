import { Fragment, type ReactNode } from 'react';
import { Code } from '@mantine/core';

/** Renders the Markdown that docs/help uses: paragraphs, lists, **bold** and `code`. */
export function HelpText({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((block, index) => <Block key={index} lines={block.split('\n')} />);
}

const mark = { bullets: /^- /, numbers: /^\d+\. / };

function Block({ lines }: { lines: string[] }) {
  if (lines.every((line) => mark.bullets.test(line))) return <ul>{items(lines, mark.bullets)}</ul>;
  if (lines.every((line) => mark.numbers.test(line))) return <ol>{items(lines, mark.numbers)}</ol>;
  return <p>{inline(lines.join(' '))}</p>;
}

function items(lines: string[], bullet: RegExp): ReactNode {
  return lines.map((line, index) => <li key={index}>{inline(line.replace(bullet, ''))}</li>);
}

function inline(text: string): ReactNode {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part, index) => {
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('`')) return <Code key={index}>{part.slice(1, -1)}</Code>;
    return <Fragment key={index}>{part}</Fragment>;
  });
}
