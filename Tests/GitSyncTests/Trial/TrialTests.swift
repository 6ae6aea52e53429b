import TestSupport
import Testing

@Suite("Clones of one remote, killed at every step")
struct TrialTests {
  private static let fewSeeds = Array(1...UInt64(Thorough.isAsked ? 40 : 10))
  private static let seeds = Array(1...UInt64(Thorough.isAsked ? 100 : 10))

  @Test("No word is lost, and all clones come to one commit", arguments: seeds)
  func right(_ seed: UInt64) async throws {
    let trial = try await Trial(
      seed: seed, clones: Thorough.isAsked ? 5 : 3, rounds: 5)
    let outcome = try await trial.run()
    #expect(outcome.isGood, "seed \(seed): \(outcome)")
    #expect(trial.syncs > 10 && trial.words > 10)
  }

  @Test("Encrypted vaults neither, and git has no word that can be read", arguments: fewSeeds)
  func encrypted(_ seed: UInt64) async throws {
    let trial = try await Trial(
      seed: seed, clones: Thorough.isAsked ? 4 : 3, rounds: 5, isEncrypted: true)
    let outcome = try await trial.run()
    #expect(outcome.isGood, "seed \(seed): \(outcome)")
    #expect(trial.syncs > 10 && trial.words > 10)
    #expect(try trial.readable() == [])
  }

  @Test("Done wrong, it is found", .thorough, arguments: Trial.Flaw.allCases.filter { $0 != .none })
  func wrong(_ flaw: Trial.Flaw) async throws {
    for seed in UInt64(1)...40 {
      let trial = try await Trial(seed: seed, clones: 3, rounds: 8, flaw: flaw)
      if try await !trial.run().lost.isEmpty { return }
    }
    Issue.record("40 trials with \(flaw) lost no word")
  }

  @Test(
    "The program itself, ended with its git at any call, or its git alone", arguments: programSeeds)
  func program(_ seed: UInt64) async throws {
    let trial = try await ProgramTrial(
      seed: seed, clones: Thorough.isAsked ? 5 : 2, rounds: Thorough.isAsked ? 8 : 3)
    let outcome = try await trial.run()
    #expect(outcome.isGood, "seed \(seed): \(outcome)")
    #expect(trial.syncs > 5 && trial.words > 3)
  }

  private static let programSeeds = Array(1...UInt64(Thorough.isAsked ? 10 : 2))
}
