/**
 * Renders nothing: at this path the layout shows the menu on narrow screens and redirects to the account page on wide
 * ones.
 */
export function Component() {
  return null;
}
