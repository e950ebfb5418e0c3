import { Injectable } from '@nestjs/common';
import { parse, stringify } from 'uuid';
import {
  countedButtons,
  countedTarget,
  siteOf,
  withCountedLinks,
} from '@parley/contracts/rules/counted-links';
import type { MessageContent, TemplateContent } from '@parley/contracts/events';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { open, seal, Unsealable } from '@parley/platform/security/sealing';

/** A button of a message whose clicks are counted; `card` is its card in a carousel, null outside carousels. */
export interface LinkPlace {
  customerId: string;
  messageId: string;
  index: number;
  card: number | null;
}

type Template = Extract<MessageContent, { type: 'template' }>;

const PLACE = 'counted-links';
const UUID_BYTES = 16;
const NO_CARD = 255;
/** The form of a token: an encrypted `LinkPlace` in base64url. */
const TOKEN = /^[\w-]{60,100}$/;

/**
 * Replaces the URLs of a template's buttons with links to this installation, to count clicks. A link's token is the
 * encrypted `LinkPlace` of its button, so it reveals nothing and cannot be forged. The message itself keeps the URL
 * to which the link leads.
 */
@Injectable()
export class CountedLinks {
  private readonly key: Buffer;
  private readonly counted: string;

  constructor(masterKey: MasterKey, { publicUrl }: Config) {
    this.key = masterKey.purpose(PLACE);
    this.counted = countedTarget(publicUrl);
  }

  /**
   * Marks the buttons whose clicks are counted in the message of a template.
   * @throws Rejected `template_link_invalid` if such a button does not lead to a web address
   */
  mark<Content extends Pick<Template, 'components'>>(message: Content, template: TemplateContent): Content {
    const { components } = message;
    if (!components) return message;
    const marked = withCountedLinks(components, template, this.counted);
    for (const component of marked) {
      const isCounted = component.type === 'button' && component.countedAs !== undefined;
      if (isCounted && siteOf(component.text) === null) throw new Rejected('template_link_invalid');
    }
    return { ...message, components: marked };
  }

  /** Names of the buttons whose clicks are counted, by the keys of their slots. */
  buttonsOf(template: TemplateContent): ReadonlyMap<string, string> {
    return countedButtons(template, this.counted);
  }

  /** The content as sent to the provider, with tokens in place of URLs. */
  told(content: MessageContent, { customerId, messageId }: Pick<LinkPlace, 'customerId' | 'messageId'>) {
    if (content.type !== 'template' || !content.components) return content;
    const components = content.components.map((component) => {
      if (component.type !== 'button' || component.countedAs === undefined) return component;
      const { countedAs: _words, ...told } = component;
      const { index, card = null } = told;
      return { ...told, text: this.tokenOf({ customerId, messageId, index, card }) };
    });
    return { ...content, components };
  }

  tokenOf({ customerId, messageId, index, card }: LinkPlace): string {
    const place = Buffer.concat([parse(customerId), parse(messageId), Buffer.of(index, card ?? NO_CARD)]);
    return seal(this.key, place, PLACE).toString('base64url');
  }

  /** @returns the place of the token's button; null if this installation did not issue the token */
  placeOf(token: string): LinkPlace | null {
    if (!TOKEN.test(token)) return null;
    try {
      const place = open(this.key, Buffer.from(token, 'base64url'), PLACE);
      const [index = 0, card = NO_CARD] = place.subarray(2 * UUID_BYTES);
      return {
        customerId: stringify(place.subarray(0, UUID_BYTES)),
        messageId: stringify(place.subarray(UUID_BYTES, 2 * UUID_BYTES)),
        index,
        card: card === NO_CARD ? null : card,
      };
    } catch (error) {
      if (error instanceof Unsealable) return null;
      throw error;
    }
  }
}
