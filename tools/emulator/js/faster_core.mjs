// Makes rp2040js several times faster: its core decodes each instruction by a long chain of ifs, which this script turns
// into a table of 65,536 entries and a switch. The conditions and bodies are those of the package; nothing is added.
// Run once after `npm ci`; running it again starts from the package's own file.
import fs from 'node:fs';

const CORE = new URL('node_modules/rp2040js/dist/esm/cortex-m0-core.js', import.meta.url).pathname;
const ORIGINAL = `${CORE}.orig`;
const IF = /^ {8}(?:else )?if \((.*)\) \{$/;
const ELSE = /^ {8}else \{$/;
const END_OR_COMMENT = /^ {8}(?:\}$|\/\/)/;
const TWO_WORDS = /opcode2/; // conditions that look at the second half of a 32-bit instruction

if (!fs.existsSync(ORIGINAL)) fs.copyFileSync(CORE, ORIGINAL);
const lines = fs.readFileSync(ORIGINAL, 'utf8').split('\n');

function lineAfter(from, pattern) {
  const found = lines.findIndex((line, index) => index > from && pattern.test(line));
  if (found < 0) throw new Error(`rp2040js is not the version this was written for: no ${pattern}`);
  return found;
}

const classStart = lineAfter(-1, /^export class CortexM0Core/);
const method = lineAfter(classStart, /^ {4}executeInstruction\(\)/);
const chain = lineAfter(method, /^ {8}if \(opcode >> 6 === 0b0100000101\)/);
const chainEnd = lineAfter(chain, /^ {8}this\.cycles \+= deltaCycles;/);

const branches = [];
for (const line of lines.slice(chain, chainEnd)) {
  const condition = IF.exec(line)?.[1];
  if (condition || ELSE.test(line)) branches.push({ condition: condition ?? null, body: [] });
  else if (!END_OR_COMMENT.test(line)) branches.at(-1).body.push(line);
}
const narrow = branches.filter(({ condition }) => condition && !TWO_WORDS.test(condition));
const wide = branches.filter(({ condition }) => !condition || TWO_WORDS.test(condition));

const table = [
  'const DISPATCH = (() => {',
  '  const table = new Uint8Array(65536).fill(255);',
  '  for (let opcode = 0; opcode < 65536; opcode++) {',
  '    if (opcode >> 12 === 0b1111 || opcode >> 11 === 0b11101) continue;',
  ...narrow.map(({ condition }, index) => `    ${index ? 'else ' : ''}if (${condition}) table[opcode] = ${index};`),
  '  }',
  '  return table;',
  '})();',
];
const dispatch = [
  '        switch (DISPATCH[opcode]) {',
  ...narrow.flatMap(({ body }, index) => [`        case ${index}: {`, ...body, '        break; }']),
  '        default: deltaCycles += this.executeWide(opcode, opcode2, opcodePC);',
  '        }',
];
const wideMethod = [
  '    executeWide(opcode, opcode2, opcodePC) {',
  '        let deltaCycles = 0;',
  ...wide.flatMap(({ condition, body }, index) => [
    condition ? `        ${index ? 'else ' : ''}if (${condition}) {` : '        else {', ...body, '        }',
  ]),
  '        return deltaCycles;',
  '    }',
];
const out = [
  ...lines.slice(0, classStart), ...table, ...lines.slice(classStart, method), ...wideMethod,
  ...lines.slice(method, chain), ...dispatch, ...lines.slice(chainEnd),
];
fs.writeFileSync(CORE, out.join('\n'));
