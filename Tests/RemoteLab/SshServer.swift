import Glibc
import Programs
package import TestSupport

/// A real `sshd` on a port of this computer alone, run by this user, with keys in a folder of a test's own. It
/// ends with this object.
package final class SshServer {
  private let folder: TemporaryFolder
  private let name: String
  private let program: RunningProgram
  package let port: Int

  /// The key `NAME/key`, with this passphrase, is let in; `NAME/stranger`, without one, is not.
  package init(named name: String = "ssh", in folder: TemporaryFolder, passphrase: String) throws {
    self.folder = folder
    self.name = name
    folder.makeFolder(name)
    // sshd requires this folder when root starts it.
    if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
    for (key, secret) in [("host", ""), ("key", passphrase), ("stranger", "")] {
      try RemoteProgram.run([
        try RemoteProgram.path("ssh-keygen"), "-q", "-t", "ed25519", "-N", secret, "-C", key,
        "-f", folder.path("\(name)/\(key)"),
      ])
    }
    folder.write("\(name)/allowed", folder.text("\(name)/key.pub") ?? "")
    let free = try LoopbackSocket().port
    port = free
    folder.write(
      "\(name)/sshd",
      """
      ListenAddress 127.0.0.1
      Port \(free)
      HostKey \(folder.path("\(name)/host"))
      AuthorizedKeysFile \(folder.path("\(name)/allowed"))
      PidFile none
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin prohibit-password

      """)
    var start = ProgramStart([
      try RemoteProgram.path("sshd"), "-D", "-e", "-f", folder.path("\(name)/sshd"),
    ])
    start.takesOutput = false
    guard let program = RunningProgram(start) else { throw RemoteFailure("sshd does not start") }
    self.program = program
    while !LoopbackSocket.isOpen(port: free) {
      program.turn(until: .now + .milliseconds(20))
      if program.hasEnded {
        throw RemoteFailure("sshd: \(String(decoding: program.errors, as: UTF8.self))")
      }
    }
  }

  /// How a person's ssh finds it: their known hosts and their key are in the folder too. `key` is one of
  /// those above.
  package func clientCommand(key: String = "key") -> String {
    folder.write(
      "\(name)/client-\(key)",
      """
      Host *
        IdentityFile \(folder.path("\(name)/\(key)"))
        IdentitiesOnly yes
        IdentityAgent none
        UserKnownHostsFile \(folder.path(knownHosts))
        GlobalKnownHostsFile /dev/null

      """)
    return "ssh -F \(folder.path("\(name)/client-\(key)"))"
  }

  package var knownHosts: String { "\(name)/known" }

  /// As the client writes it when it was told yes.
  package func learnHost() { writeKnown(key: "host") }

  /// What a computer that poses as this one looks like.
  package func changeHost() { writeKnown(key: "stranger") }

  private func writeKnown(key: String) {
    let words = (folder.text("\(name)/\(key).pub") ?? "").split(separator: " ").prefix(2)
    folder.write(knownHosts, "[127.0.0.1]:\(port) \(words.joined(separator: " "))\n")
  }

  package func address(of path: String) -> String {
    let name = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "root"
    return "ssh://\(name)@127.0.0.1:\(port)\(path)"
  }
}
