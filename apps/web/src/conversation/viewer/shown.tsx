import { Gallery } from './gallery';
import { Viewer } from './viewer';
import type { Viewing } from './viewing';

/** A file, or all of them. */
export default function Shown({ viewing }: { viewing: Viewing }) {
  return viewing.shows === 'file' ? <Viewer viewing={viewing} /> : <Gallery />;
}
