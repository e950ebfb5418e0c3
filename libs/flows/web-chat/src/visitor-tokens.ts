import { Injectable } from '@nestjs/common';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { Introduction, WebChatFile } from '@parley/contracts/api/web-chat';
import { brokenContactRule, contactFieldOf } from '@parley/contracts/rules/contact-rules';
import { keepableName } from '@parley/contracts/rules/plain-text';
import { webChatFields } from '@parley/contracts/rules/web-chat-settings';
import { MasterKey } from '@parley/platform/security/master-key';

/** A visitor of a site, as known to the web chat channel. */
export interface Visitor {
  channelId: string;
  /** Id that is unique within the channel: `v-…` if we made it, `u-…` with the site's own id of the visitor. */
  id: string;
  /** Whether the visitor was identified by the site. */
  isIdentified: boolean;
  /** Fields that the site's token contains. */
  profile: Introduction;
}

/** Lifetime of a session in seconds, within which a returning visitor finds their thread; each visit restarts it. */
const ANONYMOUS_FOR = 365 * 24 * 3600;
/**
 * Lifetime in seconds of an identified visitor's session. Short, since the site sends a new identity token with each
 * page.
 */
const IDENTIFIED_FOR = 12 * 3600;
const FILE_FOR = 3600;
const MAX_ID_LENGTH = 200;

/** Signs and verifies visitors' tokens. A token is valid for one channel and one use. */
@Injectable()
export class VisitorTokens {
  private readonly key: Uint8Array;

  constructor(masterKey: MasterKey) {
    this.key = masterKey.purpose('web-chat');
  }

  /** @param until latest expiry, in seconds since 1970 */
  session({ channelId, id, isIdentified, profile }: Visitor, until = Infinity): Promise<string> {
    const seconds = isIdentified ? IDENTIFIED_FOR : ANONYMOUS_FOR;
    const expires = Math.min(Math.floor(Date.now() / 1000) + seconds, until);
    return this.sign({ use: 'session', isIdentified, profile }, { channelId, id, expires });
  }

  /** @returns null for a token that is expired, belongs to another channel, or was not signed by us */
  async visitor(token: string, channelId: string): Promise<Visitor | null> {
    const claims = await this.read(token, channelId, 'session');
    if (!claims?.sub) return null;
    const { isIdentified, profile } = claims as JWTPayload & Pick<Visitor, 'isIdentified' | 'profile'>;
    return { channelId, id: claims.sub, isIdentified, profile };
  }

  file({ channelId, id }: Visitor, file: WebChatFile): Promise<string> {
    const expires = Math.floor(Date.now() / 1000) + FILE_FOR;
    return this.sign({ use: 'file', file }, { channelId, id, expires });
  }

  /** @returns null unless this visitor uploaded the file within the last hour */
  async uploaded(token: string, { channelId, id }: Visitor): Promise<WebChatFile | null> {
    const claims = await this.read(token, channelId, 'file');
    return claims?.sub === id ? (claims.file as WebChatFile) : null;
  }

  private sign(
    claims: JWTPayload,
    { channelId, id, expires }: { channelId: string; id: string; expires: number },
  ): Promise<string> {
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
    return token.setAudience(channelId).setSubject(id).setExpirationTime(expires).sign(this.key);
  }

  private async read(token: string, channelId: string, use: 'session' | 'file'): Promise<JWTPayload | null> {
    const options = { algorithms: ['HS256'], audience: channelId, requiredClaims: ['exp', 'sub'] };
    const claims = await verified(token, this.key, options);
    return claims?.use === use ? claims : null;
  }
}

/**
 * Verifies an identity token: a JWT (HS256) that the site signed with the channel's secret.
 * @returns null if the token is forged or expired, or has no subject
 */
export async function identifiedBy(
  identity: string,
  secret: string,
  channelId: string,
): Promise<{ visitor: Visitor; until: number } | null> {
  const key = new TextEncoder().encode(secret);
  const claims = await verified(identity, key, { algorithms: ['HS256'], requiredClaims: ['exp', 'sub'] });
  const { sub, exp } = claims ?? {};
  // The subject becomes part of a key, so it has to be well-formed text.
  if (!sub || exp === undefined || sub.length > MAX_ID_LENGTH || !sub.isWellFormed()) return null;
  const visitor = { channelId, id: `u-${sub}`, isIdentified: true, profile: introductionOf(claims ?? {}) };
  return { visitor, until: exp };
}

/** The valid fields of a visitor's form; invalid fields are dropped. */
export function introductionOf(given: Readonly<Record<string, unknown>>): Introduction {
  const fields = webChatFields.map((field) => {
    const text = given[field];
    const value = typeof text === 'string' ? contactFieldOf(field, keepableName(text.slice(0, 300))) : null;
    return [field, brokenContactRule(field, value) === null ? value : null] as const;
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

async function verified(
  token: string,
  key: Uint8Array,
  options: { algorithms: string[]; audience?: string; requiredClaims: string[] },
): Promise<JWTPayload | null> {
  try {
    return (await jwtVerify(token, key, options)).payload;
  } catch {
    return null;
  }
}
