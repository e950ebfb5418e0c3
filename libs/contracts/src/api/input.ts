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
import { characters, isPlainText, isVisible, withoutBidiTricks, withPlainBreaks } from '../events/plain-text';

/** The fields of requests: each is one of these, a number, a boolean, or a text of a form that is bounded itself. */

export interface TextRules {
  /** Characters (code points) that it has at least, once it is trimmed; 0 if left out. */
  min?: number;
  /** Characters (code points) that it may have. */
  max: number;
  /** Whether it may have line breaks and tabs. */
  lines?: boolean;
  /** Each item of a list is one. */
  each?: boolean;
  /** Kept to the letter, with blanks around it: what somebody is still typing. */
  asTyped?: boolean;
}

/**
 * Every name, word and note. It comes out trimmed, in NFC, and without bidi controls that could show it falsely: on one
 * line none is left, in lines overrides go. Control characters and halves of surrogate pairs are refused
 * (`isText`), and so is what is shorter (`isNotEmpty`) or longer (`maxLength`) than it may be.
 */
export function Text({ min = 0, max, lines = false, each = false, asTyped = false }: TextRules) {
  const tidy = (value: unknown): unknown =>
    typeof value !== 'string' || !value.isWellFormed()
      ? value
      : withoutBidiTricks((lines ? withPlainBreaks(value) : value).normalize('NFC'), lines).trim();
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

/** An e-mail address of 254 characters at most. */
export function EmailAddress(): PropertyDecorator {
  // The validator itself throws at half of a surrogate pair.
  const isAddress = (text: string) => text.isWellFormed() && isEmail(text);
  return together([Text({ max: 254 }), rule('isEmail', {}, [], isAddress)]);
}

const MOMENT =
  /^(19|2\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?)?$/;

/** A date or a moment of ISO 8601 that a calendar has; it comes out as a moment in UTC. */
export function Moment(): PropertyDecorator {
  const isMoment = (text: string) => MOMENT.test(text) && !Number.isNaN(Date.parse(text));
  return together([
    rule('isIso8601', {}, [], isMoment),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && isMoment(value) ? new Date(value).toISOString() : value,
    ),
  ]);
}

/** Ids, so many at most. */
export function Ids({ max }: { max: number }): PropertyDecorator {
  return together([IsArray(), ArrayMaxSize(max), IsUUID(undefined, { each: true })]);
}

/** An object of a class: no list, and nothing else. */
export function Nested(type: () => new () => object): PropertyDecorator {
  return together([IsObject(), ValidateNested(), Type(type)]);
}

/** A list of objects of a class, so many at most. */
export function NestedList(type: () => new () => object, { max }: { max: number }): PropertyDecorator {
  const each = { each: true };
  return together([IsArray(), ArrayMaxSize(max), IsObject(each), ValidateNested(each), Type(type)]);
}

export const isGiven = (_: unknown, value: unknown) => value !== undefined;

/** May be left out, and is never null. */
export function IfGiven(): PropertyDecorator {
  return ValidateIf(isGiven);
}

/** Null, or what else is said of it. */
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
