import Conversion
import FileStore
import Glibc
import Services

// Runs one operation on real files in a separate process, so that a test can make its system calls
// fail or kill it halfway. The environment names the operation, because the process is a fork with
// the arguments of its parent. Exits with 0 if done, 1 if failed, 2 if there is no such operation.

func run(_ operation: String, _ vault: [UInt8], _ state: [UInt8]) async throws -> Bool {
  if try await StoreOperations(vault: vault, state: state).run(operation) { return true }
  if try await SealedOperations(vault: vault, state: state).run(operation) { return true }
  if try await LockOperations(vault: vault, state: state).run(operation) { return true }
  if try await TrialOperations(vault: vault, state: state).run(operation) { return true }
  if try await KeepOperations(vault: vault, state: state).run(operation) { return true }
  if try await ConversionOperations(vault: vault, state: state).run(operation) { return true }
  if try await ImportOperations(vault: vault, state: state).run(operation) { return true }
  return try await IndexOperations(vault: vault, state: state).run(operation)
}

func say(_ message: String) {
  let bytes = Array("\(message)\n".utf8)
  _ = write(2, bytes, bytes.count)
}

func bytes(of variable: String) -> [UInt8] {
  getenv(variable).map { Array(String(cString: $0).utf8) } ?? []
}

do {
  let isKnown = try await run(
    String(decoding: bytes(of: "FAULT_OPERATION"), as: UTF8.self), bytes(of: "FAULT_VAULT"),
    bytes(of: "FAULT_STATE"))
  exit(isKnown ? 0 : 2)
} catch let error as NoteStoreError {
  say(error.message)
  exit(1)
} catch let error as NoteIndexError {
  say(error.message)
  exit(1)
} catch let error as ConversionError {
  say(error.message)
  if case .refused(let reasons) = error { for reason in reasons { say("\(reason).") } }
  exit(1)
} catch let trouble as Trouble {
  for problem in trouble.problems { say(problem) }
  exit(1)
}
