import { Center, Loader } from '@mantine/core';
import classes from './splash.module.css';

/** Placeholder while the first page loads; appears after a short delay. */
export function Splash() {
  return (
    <Center h="100dvh" className={classes.late}>
      <Loader size="sm" color="gray" />
    </Center>
  );
}
