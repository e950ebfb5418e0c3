import { Anchor } from '@mantine/core';
import { useMe } from '../../lib/me';
import { partsOf } from './text-links';

/**
 * Shows text with links for web addresses, and for phone numbers if the organisation has configured a link for them.
 * Never interprets HTML.
 */
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
