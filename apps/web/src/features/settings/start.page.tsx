/** Narrow screens show the settings' menu alone here, which the layout draws; wide ones go on to the account. */
export function Component() {
  return null;
}
