import { MarksPage } from './marks-page';

/** The tags that conversations are sorted by. */
export function Component() {
  return <MarksPage kind="tag" />;
}
