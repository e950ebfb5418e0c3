import { Anchor } from '@mantine/core';
import { partsOf } from './text-links';

/** Text with its web addresses as links. Nothing in it is ever HTML. */
export function FormattedText({ text }: { text: string }) {
  return partsOf(text).map((part, index) =>
    part.href === null ? (
      part.text
    ) : (
      <Anchor
        key={index}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        inherit
        underline="always"
      >
        {part.text}
      </Anchor>
    ),
  );
}
