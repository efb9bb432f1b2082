import { type Budget, Findings, type PartResult } from '../findings.ts';
import { randomOfCase } from '../random.ts';
import { knownFragments, randomFragment } from './cost-fragments.ts';
import { fieldInputs, functionInputs } from './cost-inputs.ts';
import { measureCost } from './measure-cost.ts';

const inputs = [...functionInputs, ...fieldInputs];

/**
 * Part e, without a server: every function and field that takes text from outside, with growing texts. The seed decides
 * the order of the pairs of input and fragment; fragments known to be slow come first. `share` is the part of each
 * input's maximum length that is used: quadratic growth shows at an eighth.
 */
export function fuzzCosts(budget: Budget, share = 1): PartResult {
  const begun = Date.now();
  const findings = new Findings();
  const pairs = inputs.length * knownFragments.length;
  // A step that is coprime to the number of pairs visits each pair once.
  const stride = 7_919;
  let done = 0;
  while (done < budget.cases && Date.now() < begun + budget.ms) {
    const place = (budget.seed + done * stride) % pairs;
    const input = inputs[place % inputs.length];
    const random = randomOfCase(budget.seed, done);
    const known = knownFragments[Math.floor(place / inputs.length)];
    const fragment = done < pairs && known ? known : randomFragment(random);
    const fault = input && measureCost(input, fragment, share);
    if (fault) findings.add(input.name, `--seed ${budget.seed}, case ${done}: ${fault}`);
    done += 1;
  }
  return {
    part: 'costs',
    inputs: done,
    seconds: (Date.now() - begun) / 1_000,
    serverErrors: 0,
    crashes: 0,
    busy: 0,
    findings: findings.list,
  };
}
