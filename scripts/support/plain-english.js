'use strict';

/**
 * The gate of the rule of prose (CONTRIBUTING.md): comments and names of tests have a thing of the code as their subject.
 * The gate finds the words that stand in for such a subject; reviewers judge whether a sentence is clear.
 */

/** A sentence that opens so has a clause or a pronoun in the place of its subject. */
const OPENINGS = ['what', 'who', 'whoever', 'whom', 'of', 'it', 'that', 'where'];

/**
 * Texts that the words below refuse although they are plain, each with the reason.
 * @type {[text: string, reason: string][]} at most 30
 */
const EXCEPTIONS = [];

/** Words in the place of a verb or an actor of the code, each with what to write in its place. */
const WORDS = [
  [/\b(?:told|tells|said|says|hears|heard)\b/i, 'name what notifies, contains, reports or requests'],
  [/\b(?:nobody|somebody|whoever|whomever)\b/i, 'name the actor'],
  [/\banew\b/i, 'write "again"'],
  [/\bmeanwhile\b/i, 'write "while" and what goes on'],
  [/\bno more\b(?! than)/i, 'write "no longer"'],
  [/\bfor good\b/i, 'write "permanently"'],
  [/\bas far as\b/i, 'name the bound'],
  [
    /(?:^|[.;:,(] |\b(?:and|as|because|before|but|if|once|or|since|than|that|until|what|when|where|while) )one (?:can(?:not)?|could|had|has|is|may|might|must|should|was|will|would|(?!(?:alias|analysis|basis|bus|corpus|css|https|ids|news|status|this|times)\b)[a-z]+[^s\W]s|[a-z]{2,}ed|left|went|saw|wrote|made|came|chose|gave|took)\b/i,
    'name the actor in the place of "one"',
  ],
];

/** Code and quotations are not the author's words. */
function withoutQuotations(text) {
  return text
    .replace(/`[^`]*`/g, '`…`')
    .replace(/“[^“”]*”/g, '“…”')
    .replace(/"[^"\n]*"/g, '"…"')
    .replace(/\{@link[^{}]*\}/g, '`…`')
    .replace(/https?:\S+/g, '`…`');
}

const withoutExceptions = (text) => EXCEPTIONS.reduce((rest, [plain]) => rest.replaceAll(plain, '`…`'), text);

/** @returns the problems of one sentence: a text without the end of another in it */
function problemsOf(sentence) {
  const problems = [];
  const [opening] = /^[A-Za-z']+/.exec(sentence) ?? [];
  if (opening && OPENINGS.includes(opening.toLowerCase()))
    problems.push(`opens with "${opening}": name the subject`);
  for (const [word, advice] of WORDS) {
    const found = word.exec(sentence);
    if (found) problems.push(`"${found[0].trim()}": ${advice}`);
  }
  return problems;
}

/** @returns the sentences of a text, each with whether a colon precedes it */
function sentencesOf(text) {
  const sentences = [];
  for (const match of text.matchAll(/(?:[^.!?:]|[.!?:](?!\s|$))+[.!?:]*/g)) {
    const lead = /^[\s—–-]*/.exec(match[0])[0].length;
    const sentence = match[0].slice(lead);
    if (sentence) sentences.push({ sentence, isAfterColon: text[match.index - 1] === ':' });
  }
  return sentences;
}

/** The words of a comment: paragraphs and tags of its documentation, each a text of its own. */
function textsOf(comment) {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*+ ?/, '').trim());
  const texts = [''];
  for (const line of lines) {
    const isNew = line === '' || /^@\w/.test(line) || /^[-*•] |^\d+\. /.test(line);
    if (isNew) texts.push('');
    texts[texts.length - 1] += ` ${line.replace(/^[-*•] |^\d+\. /, '')}`;
  }
  // A tag within a line, too; of a parameter or an error the name is not a word of the sentence.
  return texts.flatMap((text) =>
    withoutQuotations(withoutExceptions(text.trim())).split(/\s(?=@(?:param|returns|throws)\b)/),
  );
}

const TAG_NAME = /^@(?:param\s+\S+|throws(?:\s+(?:[A-Z]\w*|`…`)(?:,|\s+and|\s+or)?(?=\s))*|\w+)\s*/;

/** @returns the problems of a comment, without its delimiters */
function problemsOfComment(comment) {
  return textsOf(comment).flatMap((text) =>
    sentencesOf(text.replace(TAG_NAME, '')).flatMap(({ sentence, isAfterColon }) =>
      isAfterColon
        ? problemsOf(sentence).filter((problem) => !problem.startsWith('opens'))
        : problemsOf(sentence),
    ),
  );
}

/** @returns the problems of the name of a test */
function problemsOfTestName(name) {
  return problemsOf(withoutQuotations(withoutExceptions(name)));
}

/** Functions whose first argument names a test: `test`, `test.each(…)`, `describe.skip` and the like. */
function isTestFunction(callee) {
  let node = callee;
  while (node.type !== 'Identifier') {
    if (node.type === 'MemberExpression') node = node.object;
    else if (node.type === 'CallExpression') node = node.callee;
    else if (node.type === 'TaggedTemplateExpression') node = node.tag;
    else return false;
  }
  return ['test', 'it', 'describe'].includes(node.name);
}

/** @returns the text of a literal, with `…` for its expressions; null for anything else */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('`…`') : null;
}

/** @returns the name of a test that a node of the syntax tree declares; null for any other node */
function testNameOf(node) {
  if (node.type !== 'CallExpression' || !isTestFunction(node.callee)) return null;
  return textOf(node.arguments[0]);
}

/** Comments of a file; the lines of a block of line comments are one text. */
function commentsOf(comments) {
  const joined = [];
  for (const { type, value, loc } of comments) {
    const last = joined.at(-1);
    if (type === 'Line' && last?.type === 'Line' && last.loc.end.line === loc.start.line - 1) {
      last.value += ` ${value.trim()}`;
      last.loc = { start: last.loc.start, end: loc.end };
    } else joined.push({ type, value: type === 'Line' ? value.trim() : value.replace(/^\*+/, ''), loc });
  }
  return joined;
}

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: {
    type: 'suggestion',
    messages: { unclear: 'Write plain English (CONTRIBUTING.md): {{problem}}.' },
    schema: [],
  },
  create(context) {
    const report = (loc, problems) => {
      for (const problem of problems) context.report({ loc, messageId: 'unclear', data: { problem } });
    };
    return {
      Program() {
        for (const { value, loc } of commentsOf(context.sourceCode.getAllComments()))
          report(loc, problemsOfComment(value));
      },
      CallExpression(node) {
        const name = testNameOf(node);
        // A single word is the name of a unit, not a sentence.
        if (name?.includes(' ')) report(node.arguments[0].loc, problemsOfTestName(name));
      },
    };
  },
};

module.exports = { EXCEPTIONS, commentsOf, problemsOfComment, problemsOfTestName, rule, testNameOf };
