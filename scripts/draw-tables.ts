/** `npm run tables`: writes docs/tables.md, the diagram of the tables, from the migrated schema. */
import { writeFileSync } from 'node:fs';
import { inProject } from './launcher/project.mjs';
import { tablesDocument } from './tables-document.ts';

writeFileSync(inProject('docs', 'tables.md'), await tablesDocument());
console.log('docs/tables.md');
