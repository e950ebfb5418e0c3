'use strict';

// Lint rule that every regular expression takes linear time in the length of its input.

const { JS, NFA } = require('refa');
const { RegExpParser } = require('@eslint-community/regexpp');
const { analyse } = require('scslre');

const LINE_BREAKS = [0x0a, 0x0d, 0x2028, 0x2029];
const BACKTRACKING = { reportTypes: { Move: true, Self: true, Trade: true }, assumeRejectingSuffix: false };

/**
 * Finds a reason why a regular expression may take more than linear time. `scslre` finds quantifiers that can
 * exchange characters with themselves or with a neighbour; `overlapOf` finds two quantifiers that can exchange the
 * text between them.
 * @returns the reason; null if there is none
 * @throws SyntaxError if the source is not a regular expression
 */
function superLinear(source, flags) {
  const [report] = analyse({ source, flags }, BACKTRACKING).reports;
  if (report) return `${report.exponential ? 'exponential' : 'quadratic'} backtracking (${report.type})`;
  const literal = new RegExpParser().parseLiteral(`/${source}/${flags}`);
  const parser = JS.Parser.fromAst(literal);
  for (const alternative of literal.pattern.alternatives) {
    const overlap = overlapOf(alternative, parser, literal.flags.sticky ? [] : [{ star: null, between: [] }]);
    if (overlap) return `a failed match tries ${overlap} again from every place that may begin it`;
  }
  return null;
}

/**
 * Finds a repeated set of characters that an earlier repetition, or the search for the beginning of a match, may
 * begin at many places, because the text between them consists of characters that both repeat.
 * @param starts earlier repetitions with the elements after each; `star` is null for the search, which repeats any
 * character
 */
function overlapOf(alternative, parser, starts) {
  let open = starts;
  for (const [index, element] of alternative.elements.entries()) {
    // If a match can begin only at the start of the text, no search for its beginning takes place.
    if (element.type === 'Assertion' && element.kind === 'start' && !isMultiline(element))
      open = open.filter(({ star }) => star !== null);
    if (element.type === 'Assertion' && element.kind === 'lookbehind') return null;
    const inner = 'alternatives' in element && element.type !== 'Assertion' ? element.alternatives : [];
    for (const each of inner) {
      const found = overlapOf(each, parser, open);
      if (found && canFailAfter(alternative, index)) return found;
    }
    const repeated = repeatedSet(element, parser);
    if (repeated) {
      const isRetried = open.some(({ star, between }) => isWithin(between, star, repeated, parser));
      if (isRetried && canFailAfter(alternative, index)) return element.raw;
    }
    open = open.map(({ star, between }) => ({ star, between: [...between, element] }));
    if (repeated) open.push({ star: repeated, between: [] });
  }
  return null;
}

const isMultiline = (element) => {
  let node = element;
  while (node.parent) node = node.parent;
  return node.flags.multiline;
};

/** @returns the characters that an unbounded repetition of a single character matches; null for any other element */
function repeatedSet(element, parser) {
  if (element.type !== 'Quantifier' || element.max !== Infinity) return null;
  if (!['Character', 'CharacterClass', 'CharacterSet'].includes(element.element.type)) return null;
  const { expression } = parser.parseElement(element.element, { assertions: 'ignore' });
  const [first] = expression.alternatives[0]?.elements ?? [];
  return first?.type === 'CharacterClass' ? first.characters : null;
}

function isWithin(between, star, repeated, parser) {
  const characters = star === null ? repeated : repeated.intersect(star);
  if (characters.isEmpty || between.length === 0) return false;
  const isAtLineStart = between.some(({ type, kind }) => type === 'Assertion' && kind === 'start');
  if (isAtLineStart && LINE_BREAKS.every((code) => !characters.has(code))) return false;
  const { maxCharacter } = parser;
  const nfas = between.map((element) => {
    const { expression } = parser.parseElement(element, { assertions: 'ignore', backreferences: 'disable' });
    return NFA.fromRegex(expression, { maxCharacter });
  });
  // An element that cannot match these characters separates the repetitions.
  const all = NFA.fromRegex(starOf(characters), { maxCharacter });
  const spelt = nfas.map((nfa) => NFA.fromIntersection(nfa, all));
  if (spelt.some((nfa) => nfa.isEmpty)) return false;
  for (const nfa of spelt) nfa.withoutEmptyWord();
  return spelt.some((nfa) => !nfa.isEmpty);
}

function starOf(characters) {
  const set = { type: 'CharacterClass', characters };
  const repeat = { type: 'Quantifier', min: 0, max: Infinity, lazy: false };
  const body = { ...repeat, alternatives: [{ type: 'Concatenation', elements: [set] }] };
  return { type: 'Expression', alternatives: [{ type: 'Concatenation', elements: [body] }] };
}

function canFailAfter({ elements }, index) {
  return elements.slice(index + 1).some((element) => !(element.type === 'Quantifier' && element.min === 0));
}

/**
 * Harmless patterns that the rule reports, each with the reason. Rather than add a pattern, limit the length of the
 * input at the call.
 */
const EXCEPTIONS = new Map([]);

module.exports = {
  superLinear,
  rule: {
    meta: { type: 'problem', schema: [], messages: { superLinear: 'Not linear in its input: {{why}}.' } },
    create(context) {
      const check = (node, source, flags) => {
        const why = EXCEPTIONS.has(`/${source}/${flags}`) ? null : superLinear(source, flags);
        if (why !== null) context.report({ node, messageId: 'superLinear', data: { why } });
      };
      return {
        'Literal[regex]': (node) => check(node, node.regex.pattern, node.regex.flags),
        ':matches(NewExpression, CallExpression)[callee.name="RegExp"]': (node) => {
          const [source, flags] = node.arguments;
          const isKnown = (argument) => typeof argument?.value === 'string';
          if (isKnown(source) && (flags === undefined || isKnown(flags)))
            check(node, source.value, flags?.value ?? '');
        },
      };
    },
  },
};
