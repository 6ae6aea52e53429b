import Glibc
import Services

/// This computer's addresses, as the system lists them.
package struct MachineAddresses: NetworkAddresses {
  package init() {}

  package func current() -> Set<[UInt8]> {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: Set<[UInt8]> = []
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      let flags = Int32(bitPattern: interface.ifa_flags)
      guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
        let address = interface.ifa_addr, let bytes = Self.bytes(of: address)
      else { continue }
      found.insert(bytes)
    }
    return found
  }

  /// Returns nil for addresses outside the internet protocol, and for link-local ones.
  private static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8]? {
    let start = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let all = start.loadUnaligned(as: sockaddr_in.self)
      return withUnsafeBytes(of: all.sin_addr) { Array($0) }
    case AF_INET6:
      let all = start.loadUnaligned(as: sockaddr_in6.self)
      let bytes = withUnsafeBytes(of: all.sin6_addr) { Array($0) }
      return bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80 ? nil : bytes
    default: return nil
    }
  }
}
