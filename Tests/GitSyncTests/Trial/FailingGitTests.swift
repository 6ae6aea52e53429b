import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import GitSync

/// A git that fails at one of its calls, and is the real one at all others.
struct FailingGit {
  enum Way: String, CaseIterable, Sendable {
    case refuses, killed
    /// The work is done, and what is said of it is nothing that git says.
    case garbage
    /// The work is done, and nobody hears of it.
    case killedAfter
  }

  let folder = TemporaryFolder()
  let program: GitProgram

  init(_ bench: SyncBench) throws {
    let own = folder.path
    folder.write(
      "git",
      """
      #!/bin/sh
      read -r count <'\(own)/count'
      number=$((count + 1))
      echo $number >'\(own)/count'
      read -r at way <'\(own)/at'
      if [ $number = "$at" ]; then
        echo "$*" >'\(own)/failed'
        case $way in
          refuses) echo 'fatal: no more memory' >&2; exit 128;;
          garbage)
            # One that is talked with would not end by itself.
            case "$*" in
              *--batch|*--stdin*|*" upload-pack /"*|*" receive-pack /"*) ;;
              *) '\(bench.program.path)' "$@" >/dev/null 2>&1;;
            esac
            code=$?; echo 'no git says this'; exit $code;;
          killed) kill -9 $$;;
          killedAfter)
            # One that is talked with would not end by itself.
            case "$*" in *--batch|*" upload-pack /"*|*" receive-pack /"*) kill -9 $$;; esac
            '\(bench.program.path)' "$@" >/dev/null 2>&1; kill -9 $$;;
        esac
      fi
      exec '\(bench.program.path)' "$@"

      """)
    chmod(folder.path("git"), 0o755)
    var environment = bench.environment
    environment["PATH"] = "\(own):\(environment["PATH"] ?? "")"
    program = GitProgram(
      path: folder.path("git"), environment: environment, patience: bench.program.patience)
  }

  /// What the next run fails at, counted from 1.
  func fail(at call: Int, _ way: Way) {
    folder.write("count", "0\n")
    folder.write("at", "\(call) \(way.rawValue)\n")
    folder.remove("failed")
  }

  /// The call that failed; nil where there was none.
  var failed: String? { folder.text("failed") }
}

@Suite("A git that fails at each of its calls")
struct FailingGitTests {
  @Test(
    "After any failed git call all vaults become equal, no word is lost, and advice is given",
    arguments: Thorough.isAsked ? FailingGit.Way.allCases : [.refuses])
  func each(way: FailingGit.Way) async throws {
    try await each(way, isFirst: false, step: Thorough.isAsked ? 1 : 23)
    // A device that has nothing of the vault yet.
    if Thorough.isAsked { try await each(way, isFirst: true, step: 11) }
  }

  private func each(_ way: FailingGit.Way, isFirst: Bool, step: Int) async throws {
    let bench = try await SyncBench()
    let git = try FailingGit(bench)
    let laptop = try await bench.device("laptop")
    var phone = try await bench.device("phone")
    var written: Set<String> = []
    func write(_ device: Device, _ round: Int) {
      let word = "\(device.name)\(round)"
      let old = device.folder.text("shared.md") ?? "top\n\nmiddle\n\nend\n"
      let at = device.name == "laptop" ? "top\n" : "end\n"
      device.folder.write("shared.md", old.replacing(at, with: "\(at)\(word)a\n"))
      device.folder.write("\(word).md", "\(word)b\n")
      written.formUnion(["\(word)a", "\(word)b"])
      // One note is renamed.
      let last = "\(device.name)\(round - step).md"
      if device.folder.exists(last) { device.rename(last, to: "moved \(last)") }
    }
    // A command that finds no repository says so with another error.
    var call = 2
    while true {
      if isFirst { phone = try await bench.device("phone\(call)") }
      write(laptop, call)
      write(phone, call)
      _ = try await laptop.sync()
      git.fail(at: call, way)
      var message: String?
      do {
        _ = try await phone.sync(by: git.program)
      } catch {
        message = SyncFailure(error).message
      }
      let failed = git.failed
      let place = "\(way) at \(call): \(failed ?? "nothing")"
      if let message {
        let helps = ["sync again", "Sync again", "git ", "next sync"]
        #expect(helps.contains { message.contains($0) }, "\(place): \(message)")
      }
      for _ in 0..<4 where !Device.areEqual([laptop, phone]) {
        _ = try await phone.sync()
        _ = try await laptop.sync()
      }
      #expect(Device.areEqual([laptop, phone]), "\(place)")
      #expect(phone.notes() == laptop.notes(), "\(place)")
      let text = laptop.notes().values.joined(separator: "\n")
      let lost = written.filter { !text.contains($0) }
      #expect(lost.isEmpty, "\(place): \(lost)")
      for device in [laptop, phone] {
        #expect(try bench.git("status --porcelain", in: device.path).isEmpty, "\(place)")
      }
      if failed == nil { break }
      call += step
    }
    #expect(call > 20)
  }
}

extension Device {
  /// One sync by another git than the usual one.
  fileprivate func sync(by program: GitProgram) async throws -> SyncReport {
    bench.clock.advance(by: .seconds(1))
    var run = SyncRun(
      repository: try await GitRepository.find(at: path, program: program), files: files,
      manner: manner, request: SyncRequest(by: .person), merge: GitVaultSync.merging(with: nil),
      progress: { _ in })
    run.pause = { _ in }
    return try await run.run()
  }
}
