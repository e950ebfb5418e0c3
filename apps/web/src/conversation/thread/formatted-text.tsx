import { Anchor } from '@mantine/core';
import { useMe } from '../../lib/me';
import { partsOf } from './text-links';

/** Text with its web addresses as links, and its phone numbers where the organisation has them lead somewhere. Nothing in it is ever HTML. */
export function FormattedText({ text }: { text: string }) {
  const { phonePattern } = useMe().customer;
  return partsOf(text, phonePattern).map((part, index) =>
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
