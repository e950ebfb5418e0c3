import classes from './mail-editor.module.css';

/** A signature as it appears below an e-mail. */
export function Signature({ html }: { html: string }) {
  // The server sanitised it before storing it.
  return <div className={classes.signature} dangerouslySetInnerHTML={{ __html: html }} />;
}
