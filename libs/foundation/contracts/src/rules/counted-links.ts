import { parseUrl } from './parse-url';
import { replaceVariables, type TemplateComponent, type TemplateContent } from '../events/template-content';

/** Where links whose clicks are counted begin: `<public address>/l/<token>`. */
export const COUNTED_LINKS_PATH = '/l';

/** The address of a template's button whose clicks are counted; its variable is a token of ours in each message. */
export function countedTarget(publicUrl: string): string {
  return `${publicUrl}${COUNTED_LINKS_PATH}/{{1}}`;
}

/**
 * Buttons of a template whose clicks are counted: their words, by the keys of their slots (`button.0`, `card.1.button.0`).
 * @param counted the address of such a button, as `countedTarget` says for the installation
 */
export function countedButtons({ buttons, cards }: TemplateContent, counted: string): Map<string, string> {
  return new Map(
    [{ prefix: '', buttons }, ...cards.map((card, at) => ({ prefix: `card.${at}.`, buttons: card.buttons }))]
      .flatMap((part) => part.buttons.map((button, at) => ({ key: `${part.prefix}button.${at}`, ...button })))
      // A provider may name the variable as it likes.
      .filter(({ type, target }) => type === 'url' && replaceVariables(target, () => '{{1}}') === counted)
      .map(({ key, text }) => [key, text]),
  );
}

/** The values of a template, of which those that lead somewhere by way of a counted link say so. */
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
 * The site that a text leads to: scheme, host and port. Variables may stand behind these alone, so what a contact's record
 * says never chooses the site. Null for what is no whole address of the web.
 */
export function siteOf(address: string): string | null {
  const url = parseUrl(address);
  if (!url) return null;
  const { protocol, origin, host, username, password } = url;
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // A parser takes braces for letters of a name.
  const isSaid = !/[{}]/.test(host) && username === '' && password === '';
  return isWeb && isSaid ? origin : null;
}
