import { MarksPage } from './marks-page';

/** The labels that contacts bear. */
export function Component() {
  return <MarksPage kind="label" />;
}
