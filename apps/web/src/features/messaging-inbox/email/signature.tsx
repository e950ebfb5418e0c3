import classes from './mail-editor.module.css';

/** Shows a signature as it appears below an e-mail. */
export function Signature({ html }: { html: string }) {
  // Safe, because the server sanitised the HTML before storing it.
  return <div className={classes.signature} dangerouslySetInnerHTML={{ __html: html }} />;
}
