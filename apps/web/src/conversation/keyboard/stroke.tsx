import { Kbd } from '@mantine/core';
import { keyNames } from './key-names';

export function Stroke({ stroke }: { stroke: string }) {
  return keyNames(stroke).map((name, index) => (
    <Kbd key={index} size="xs" ml={4}>
      {name}
    </Kbd>
  ));
}
