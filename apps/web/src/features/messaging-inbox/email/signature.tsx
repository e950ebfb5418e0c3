import classes from './mail-editor.module.css';

/** A signature as it stands below an e-mail. */
export function Signature({ html }: { html: string }) {
  // Sanitised by the server before it was kept.
  return <div className={classes.signature} dangerouslySetInnerHTML={{ __html: html }} />;
}
