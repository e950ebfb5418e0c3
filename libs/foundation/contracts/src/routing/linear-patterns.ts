import { RE2JS } from 're2js';
import { MAX_PATTERN_SIZE, PatternError, type CompilePattern } from './keywords';
import { sizeBoundOf } from './pattern-size';

const MAX_PATTERN_LENGTH = 500;

/**
 * Compiles a regular expression that takes at most `MAX_PATTERN_SIZE` steps per character and ignores case. Browsers
 * load this file only
 * when a user writes a pattern.
 * @throws PatternError `too_complex` before compiling, because compiling a large program takes seconds
 */
export const compileLinear: CompilePattern = (pattern) => {
  if (pattern.length > MAX_PATTERN_LENGTH) throw new PatternError('too_long', null);
  if (sizeBoundOf(pattern) > MAX_PATTERN_SIZE) throw new PatternError('too_complex', null);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    throw errorOf(pattern);
  }
  return (text) => {
    // `test` is much faster than `find`, which also determines the position.
    if (!compiled.test(text)) return null;
    const matcher = compiled.matcher(text);
    return matcher.find() ? [matcher.start(), matcher.end()] : null;
  };
};

function errorOf(pattern: string): PatternError {
  const lookaround = /(?<!\\)(?:\\\\)*\(\?<?[=!]/.exec(pattern);
  if (lookaround) return new PatternError('lookaround', pattern.indexOf('(', lookaround.index) + 1);
  const reference = /(?<!\\)(?:\\\\)*\\([1-9]|k[<{'])/.exec(pattern);
  if (reference) return new PatternError('backreference', reference.index + 1);
  return new PatternError('invalid', null);
}
