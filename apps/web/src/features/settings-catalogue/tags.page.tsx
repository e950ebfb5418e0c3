import { MarksPage } from './marks-page';

export function Component() {
  return <MarksPage kind="tag" />;
}
