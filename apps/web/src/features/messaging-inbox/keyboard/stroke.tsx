import { Kbd } from '@mantine/core';

/** A binding as the keys that one presses: `g n`, `E`. */
export function Stroke({ stroke }: { stroke: string }) {
  const keys = stroke.split(' ').flatMap((key) => (/^[A-Z]$/.test(key) ? ['⇧', key] : [key]));
  return keys.map((key, index) => (
    <Kbd key={index} size="xs" ml={4}>
      {key === 'Enter' ? '↵' : key === 'Escape' ? 'Esc' : key.toUpperCase()}
    </Kbd>
  ));
}
