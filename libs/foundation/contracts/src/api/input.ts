import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  isEmail,
  IsObject,
  IsString,
  IsUUID,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { normalizeText } from '../rules/normalized-text';
import { characters, isPlainText, isVisible, withoutBidiTricks, withPlainBreaks } from '../rules/plain-text';

/**
 * Decorators for fields of requests: each field uses one of these, or is a number, a boolean, or a text of a bounded
 * pattern.
 */

/** Maximum number of UTF-16 units that NFC composes to one character: a Greek letter and three marks. */
const MAX_UNITS_COMPOSED = 4;

export interface TextRules {
  /** Minimum length in characters (code points) after trimming; default: 0. */
  min?: number;
  /** Maximum length in characters (code points). */
  max: number;
  /** Whether line breaks and tabs are allowed. */
  lines?: boolean;
  /** Whether the field is a list of texts. */
  each?: boolean;
  /** Keeps the text unchanged, with spaces around it, because the user is still typing. */
  asTyped?: boolean;
}

/**
 * A text field. The transform trims the text, composes it (NFC, at most 30 marks in a row) and removes bidi controls
 * that could show it
 * in a false order: all of them from texts of one line, only overrides from texts of several lines. The rules reject
 * control
 * characters and lone surrogates (`isText`), and texts below the minimum (`isNotEmpty`) or above the maximum length
 * (`maxLength`).
 * The transform runs before the rules, so it leaves texts unchanged that are too long for the field.
 */
export function Text({ min = 0, max, lines = false, each = false, asTyped = false }: TextRules) {
  const tidy = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const trimmed = value.trim();
    // Too long to fit even after composing: `maxLength` rejects the text as it is.
    if (trimmed.length > MAX_UNITS_COMPOSED * max || !trimmed.isWellFormed()) return trimmed;
    const broken = lines ? withPlainBreaks(trimmed) : trimmed;
    return withoutBidiTricks(normalizeText(broken, 'NFC'), lines).trim();
  };
  const rules = [
    IsString({ each }),
    rule('isText', { each }, [lines], (text) => isPlainText(text, lines)),
    rule('maxLength', { each }, [max], (text) => characters(text) <= max),
    ...(min > 0
      ? [rule('isNotEmpty', { each }, [min], (text) => characters(text) >= min && isVisible(text))]
      : []),
    ...(asTyped
      ? []
      : [
          Transform(({ value }: { value: unknown }) =>
            Array.isArray(value) ? value.map(tidy) : tidy(value),
          ),
        ]),
  ];
  return together(rules);
}

const MAX_ADDRESS_LENGTH = 254;

/** An e-mail address of at most 254 characters. */
export function EmailAddress(): PropertyDecorator {
  // `isEmail` throws if the text has a lone surrogate.
  const isAddress = (text: string) =>
    text.length <= MAX_ADDRESS_LENGTH && text.isWellFormed() && isEmail(text);
  return together([Text({ max: MAX_ADDRESS_LENGTH }), rule('isEmail', {}, [], isAddress)]);
}

const MOMENT =
  /^(19|2\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?)?$/;

/** An ISO 8601 date or time that exists in the calendar; the transform converts it to UTC. */
export function Moment(): PropertyDecorator {
  const isMoment = (text: string) => MOMENT.test(text) && !Number.isNaN(Date.parse(text));
  return together([
    rule('isIso8601', {}, [], isMoment),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && isMoment(value) ? new Date(value).toISOString() : value,
    ),
  ]);
}

/** A list of at most `max` ids. */
export function Ids({ max }: { max: number }): PropertyDecorator {
  return together([IsArray(), ArrayMaxSize(max), IsUUID(undefined, { each: true })]);
}

/** An object of the class; rejects lists. */
export function Nested(type: () => new () => object): PropertyDecorator {
  return together([IsObject(), ValidateNested(), Type(type)]);
}

/** A list of at most `max` objects of the class. */
export function NestedList(type: () => new () => object, { max }: { max: number }): PropertyDecorator {
  const each = { each: true };
  return together([IsArray(), ArrayMaxSize(max), IsObject(each), ValidateNested(each), Type(type)]);
}

export const isGiven = (_: unknown, value: unknown) => value !== undefined;

/** The field may be absent, but not null. */
export function IfGiven(): PropertyDecorator {
  return ValidateIf(isGiven);
}

/** The field may be null; otherwise its other rules apply. */
export function OrNull(): PropertyDecorator {
  return ValidateIf((_, value) => value !== null);
}

function rule(
  name: string,
  { each = false }: { each?: boolean },
  constraints: unknown[],
  holds: (text: string) => boolean,
): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && holds(value);
  return ValidateBy({ name, constraints, validator: { validate, defaultMessage: () => name } }, { each });
}

function together(decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
}
