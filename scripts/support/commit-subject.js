'use strict';

// The form of a commit's subject (CONTRIBUTING.md): `area: Verb what changed`.

const MAX_LENGTH = 72;

/** Verbs in the imperative with which a subject may begin; add one here if it is missing. */
const VERBS = new Set(
  `Accept Add Adjust Align Allow Announce Answer Append Apply Archive Ask Assign Await Avoid Back Balance Batch Begin Bind Block
  Bound Break Bring Build Bump Cache Calculate Call Cancel Carry Catch Change Check Choose Clarify Clean Clear Close Collapse Collect
  Combine Compare Compile Complete Compress Compute Configure Confirm Connect Consume Convert Copy Correct Count Cover Create
  Cut Decide Declare Decode Deduplicate Defer Define Delay Delete Deliver Deny Deprecate Derive Describe Detect Disable Discard
  Disconnect Distinguish Document Draw Drop Duplicate Edit Embed Emit Enable Encode Encrypt End Enforce Ensure Enter Erase Escape Evict
  Exclude Expand Expect Expire Explain Export Expose Extend Extract Fetch Fill Filter Find Finish Fix Flush Fold Follow Forbid
  Force Forget Format Forward Free Gather Generate Give Go Group Guard Halve Handle Hash Hide Hold Identify Ignore Import Improve Include
  Increase Index Inline Insert Install Introduce Invalidate Isolate Join Keep Label Lay Lead Leave Let Limit Link Lint List Load
  Localise Lock Log Lower Make Map Mark Match Measure Mend Merge Migrate Mock Move Name Narrow Normalise Notify Number Offer Omit
  Open Optimise Order Parse Pass Pause Permit Pick Pin Place Play Poll Prefer Prepare Preserve Prevent Print Process Project
  Protect Prove Publish Pull Push Put Quarantine Queue Quote Raise Rate Read Rebuild Recommend Reconnect Record Reduce Refer
  Refresh Refuse Register Reject Release Relax Reload Remember Remove Rename Render Reorder Repair Repeat Replace Reply Report
  Request Require Reset Resize Resolve Restart Restore Restrict Retry Return Reuse Revert Review Revoke Reword Rewrite Rotate Round
  Route Run Sample Sanitise Save Scan Schedule Scope Seal Search Seed Select Send Separate Serialise Serve Set Shape Share Sharpen
  Shorten Show Shrink Sign Simplify Skip Snooze Sort Specify Speed Split Stagger Start State Stop Store Stream Strip Subscribe
  Suggest Support Survive Swap Switch Sync Take Test Throttle Tidy Tighten Time Toggle Track Translate Treat Trim Trust Try
  Turn Type Undo Unify Update Upgrade Use Validate Verify Wait Wake Warn Watch Weigh Widen Wrap Write`.split(
    /\s+/,
  ),
);

/** @returns the faults of a commit message, in the order in which they occur */
function faultsOfMessage(message) {
  const [subject = '', second = ''] = message.split('\n').filter((line) => !line.startsWith('#'));
  if (/^(Merge|Revert) /.test(subject)) return [];
  const faults = [];
  const [area = '', ...words] = subject.split(': ');
  const [verb = '', ...others] = words.join(': ').split(' ');
  const rest = others.join(' ');
  if (!/^[a-z][a-z0-9 ./-]*$/.test(area) || !verb) return ['the subject is not "area: Verb what changed"'];
  if (subject.length > MAX_LENGTH)
    faults.push(`the subject has ${subject.length} characters, ${MAX_LENGTH} at most`);
  if (!VERBS.has(verb)) faults.push(`"${verb}" is not a verb of scripts/support/commit-subject.js`);
  if (!rest) faults.push('the subject names no object');
  if (/;/.test(rest)) faults.push('the subject names two changes: make two commits');
  const [, next = ''] = / and ([a-z]+) (?:an?|the|each|every|its?|their|them|all|both)\b/.exec(rest) ?? [];
  if (VERBS.has(next.charAt(0).toUpperCase() + next.slice(1)))
    faults.push(`the subject names two changes ("and ${next}"): make two commits`);
  if (subject.endsWith('.')) faults.push('the subject ends with a full stop');
  if (second.trim() !== '') faults.push('a blank line is missing after the subject');
  return faults;
}

module.exports = { MAX_LENGTH, faultsOfMessage };
