import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { type CharSet, JS, NFA } from 'refa'
import { Chars, isPotentiallyZeroLength, type ReadonlyFlags, toUnicodeSet } from 'regexp-ast-analysis'
import { analyse } from 'scslre'

const parser = new RegExpParser()

/** The characters of a loop's element; null where it is longer than one character. */
function charactersOf(element: AST.Element, flags: ReadonlyFlags): CharSet | null {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return toUnicodeSet(element, flags).chars
    case 'Group':
    case 'CapturingGroup': {
      const sets = element.alternatives.map(({ elements: [only, ...others] }) =>
        only && others.length === 0 ? charactersOf(only, flags) : null,
      )
      return sets.reduce((all, one) => (all && one ? all.union(one) : null))
    }
    default:
      return null
  }
}

function aroundOf(node: AST.Node): { before: AST.Element[]; after: AST.Element[] } {
  const [before, after]: AST.Element[][] = [[], []]
  for (let inner = node; inner.parent; inner = inner.parent) {
    const { parent } = inner
    if (parent.type !== 'Alternative') continue
    const place = (parent.elements as AST.Node[]).indexOf(inner)
    before?.unshift(...parent.elements.slice(0, place))
    after?.push(...parent.elements.slice(place + 1))
  }
  return { before: before ?? [], after: after ?? [] }
}

const isAssertion = ({ type }: AST.Element) => type === 'Assertion'

/** Whether what is asserted before a loop keeps a match from beginning within what the loop takes. */
function isBoundFrom(before: readonly AST.Element[], loop: CharSet, flags: ReadonlyFlags): boolean {
  return before.some((element) => {
    if (element.type !== 'Assertion') return false
    if (element.kind === 'start') return !flags.multiline || !loop.has('\n'.charCodeAt(0))
    if (element.kind === 'word') return !element.negate && Chars.word(flags).isSupersetOf(loop)
    if (element.kind !== 'lookbehind' || !element.negate) return false
    const [only, ...others] = element.alternatives.flatMap(({ elements }) => elements)
    return only !== undefined && others.length === 0 && (charactersOf(only, flags)?.isSupersetOf(loop) ?? false)
  })
}

/** Whether a text of these characters only matches the source. */
function matchesWithin(source: string, flags: string, characters: CharSet): boolean {
  const options = { assertions: 'ignore', backreferences: 'disable' } as const
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse(options)
  const loop = {
    type: 'Quantifier' as const,
    ...{ min: 1, max: Number.POSITIVE_INFINITY, lazy: false },
    alternatives: [{ type: 'Concatenation' as const, elements: [{ type: 'CharacterClass' as const, characters }] }],
  }
  const within = NFA.fromRegex({ type: 'Concatenation', elements: [loop] }, { maxCharacter })
  return !NFA.fromIntersection(NFA.fromRegex(expression, { maxCharacter }), within).isEmpty
}

/**
 * The loops whose beginning may stand within what they take: `\[url=[^\]]*\]` reads `[url=[url=…` to the end from each place, which
 * takes quadratic time. The library that judges loops on their own does not see these.
 */
function loopsFromWithin(source: string, flagText: string): string[] {
  const tree = parser.parseLiteral(`/${source}/${flagText}`)
  const { flags } = tree
  const found: string[] = []
  const judge = (loop: AST.Quantifier) => {
    const characters = loop.max === Number.POSITIVE_INFINITY ? charactersOf(loop.element, flags) : null
    if (characters === null) return
    const { before, after } = aroundOf(loop)
    const prefix = before.filter((element) => !isAssertion(element)).map(({ raw }) => raw)
    const cannotFail = after.every((element) => !isAssertion(element) && isPotentiallyZeroLength(element, flags))
    if (prefix.length === 0 || cannotFail || isBoundFrom(before, characters, flags)) return
    if (matchesWithin(prefix.join(''), flagText.replace(/[dgym]/g, ''), characters)) found.push(loop.raw)
  }
  if (!flags.sticky) visitRegExpAST(tree, { onQuantifierLeave: judge })
  return found
}

/** Why a pattern may take more than linear time on some text; empty for one that does not. */
export function findSuperLinear(source: string, flags: string): string[] {
  const { reports } = analyse({ source, flags: flags.replace('d', '') })
  const ofLoops = reports.map(({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`)
  return [...ofLoops, ...loopsFromWithin(source, flags.replace('d', '')).map((loop) => `begins within ${loop}`)]
}
