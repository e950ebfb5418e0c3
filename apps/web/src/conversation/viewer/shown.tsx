import { Gallery } from './gallery';
import { Viewer } from './viewer';
import type { Viewing } from './viewing';

export default function Shown({ viewing }: { viewing: Viewing }) {
  return viewing.shows === 'file' ? <Viewer viewing={viewing} /> : <Gallery />;
}
