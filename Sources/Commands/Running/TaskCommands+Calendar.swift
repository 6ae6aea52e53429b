import Daily
import Entities
import Services
import UseCases
import Vault

extension TaskCommands {
  /// A file takes its place once it is whole, and not before.
  func exportCalendar(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let place = try request.argument(at: 0)
    let vault = context.vault
    let cases = vault.tasks(context.clock, by: await context.settings(in: vault))
    let tasks = try await onBehalf(cases.all)
    let file = try context.streams.openOutput(
      place.isStandardInput ? nil : place, isPrivate: false)
    var calendar = ICalendar(now: context.clock.now, rules: cases.rules)
    try write(ICalendar.head, to: file, at: place)
    var start = 0
    while start < tasks.count {
      let end = min(tasks.count, start + 500)
      var text: [UInt8] = []
      for task in tasks.tasks(in: start..<end) { text += calendar.text(of: task) ?? [] }
      try write(text, to: file, at: place)
      start = end
    }
    try write(ICalendar.end, to: file, at: place)
    try file.finish()
    return .done
  }

  private func write(
    _ bytes: [UInt8], to file: any AgeOutput, at place: RawArgument
  ) throws(CommandFailure) {
    guard let failure = Self.failure(of: file.sink.write, writing: bytes) else { return }
    throw CommandFailure(
      "\(output.shown(place.bytes)) cannot be written: \(AgePipeError.writing(failure).reason).")
  }

  private static func failure<Failure: Error>(
    of write: (UnsafeRawBufferPointer) throws(Failure) -> Void, writing bytes: [UInt8]
  ) -> Failure? {
    var failure: Failure?
    bytes.withUnsafeBytes { piece in
      do throws(Failure) {
        try write(piece)
      } catch {
        failure = error
      }
    }
    return failure
  }
}
