import { parseUrl } from './parse-url';
import { replaceVariables, type TemplateComponent, type TemplateContent } from '../events/template-content';

/** Path of links whose clicks are counted: `<public address>/l/<token>`. */
export const COUNTED_LINKS_PATH = '/l';

/** The target URL of a template button whose clicks are counted; each message has its own token as the variable. */
export function countedTarget(publicUrl: string): string {
  return `${publicUrl}${COUNTED_LINKS_PATH}/{{1}}`;
}

/**
 * Texts of the template buttons whose clicks are counted, by the keys of their slots (`button.0`, `card.1.button.0`).
 * @param counted the target URL of such buttons, from `countedTarget`
 */
export function countedButtons({ buttons, cards }: TemplateContent, counted: string): Map<string, string> {
  return new Map(
    [{ prefix: '', buttons }, ...cards.map((card, at) => ({ prefix: `card.${at}.`, buttons: card.buttons }))]
      .flatMap((part) => part.buttons.map((button, at) => ({ key: `${part.prefix}button.${at}`, ...button })))
      // The provider may have given the variable another name.
      .filter(({ type, target }) => type === 'url' && replaceVariables(target, () => '{{1}}') === counted)
      .map(({ key, text }) => [key, text]),
  );
}

/** Adds `countedAs` to the buttons that use a counted link. */
export function withCountedLinks(
  components: TemplateComponent[],
  content: TemplateContent,
  counted: string,
): TemplateComponent[] {
  const words = countedButtons(content, counted);
  if (words.size === 0) return components;
  return components.map((component) => {
    if (component.type !== 'button' || component.kind !== 'url') return component;
    const { card, index } = component;
    const countedAs = words.get(`${card === undefined ? '' : `card.${card}.`}button.${index}`);
    return countedAs === undefined ? component : { ...component, countedAs };
  });
}

/**
 * Scheme, host and port of a URL. Returns null if the text is no complete web URL, or if a variable could change the
 * site: data of a
 * contact must never choose it.
 */
export function siteOf(address: string): string | null {
  const url = parseUrl(address);
  if (!url) return null;
  const { protocol, origin, host, username, password } = url;
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // `new URL` accepts braces as characters of a host name.
  const isSaid = !/[{}]/.test(host) && username === '' && password === '';
  return isWeb && isSaid ? origin : null;
}
