import Glibc
import Vault

// `VaultFuzz [COUNT] [SEED]`: opens that number of corrupted files. Exits with 0 if all went right
// and the memory stayed within its bound. The printed seed repeats the run, except for the keys.

let numbers = CommandLine.arguments.dropFirst().map { Int($0) }
let count = numbers.first.flatMap(\.self) ?? 100_000
let seed = numbers.dropFirst().first.flatMap(\.self).map(UInt64.init(truncatingIfNeeded:))
let chosen = seed ?? UInt64.random(in: 0..<1_000_000)
/// The files themselves take two of these.
let memoryLimit = 32 << 10

do {
  var files = try MutatedFiles(seed: chosen)
  let tally = files.run(count)
  var usage = rusage()
  getrusage(RUSAGE_SELF.rawValue, &usage)
  print("seed \(chosen): \(tally.opened) opened, \(tally.refused) refused")
  print("most memory: \(usage.ru_maxrss >> 10) MB; largest piece: \(tally.largestPiece) bytes")
  for wrong in tally.wrongs { print(wrong) }
  exit(
    tally.wrongs.isEmpty && usage.ru_maxrss <= memoryLimit && tally.largestPiece <= 65_536 ? 0 : 1)
} catch {
  print(error.message)
  exit(1)
}
