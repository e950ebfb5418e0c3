/** Renders nothing: on narrow screens the layout shows the menu here, on wide ones it redirects to the account. */
export function Component() {
  return null;
}
